/** What was last known of a running agent, so that a restart of the daemon loses neither words nor ages. `reading`: JSON text. */
export const second = `
alter table launches add column last_message text;
alter table launches add column reading text;
`;
