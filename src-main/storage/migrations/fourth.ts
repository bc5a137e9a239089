/**
 * What a person accepted and allowed. `outline`: JSON of what a lock said when it was last sealed here or accepted,
 * without values. `subject`: an agent's id, or a folder's path for runs outside of any agent.
 */
export const fourth = `
create table accepted_locks (
  folder text primary key,
  digest text not null,
  how text not null,
  outline text not null,
  at integer not null
) strict;

create table key_allows (
  subject text not null,
  key text not null,
  folder text not null,
  source text not null,
  substance text not null,
  at integer not null,
  primary key (subject, key)
) strict;
`;
