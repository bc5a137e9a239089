/** The keys of the vault by name; their values lie in the keychain or in sealed files. */
export const third = `
create table vault_keys (
  name text primary key,
  added_at integer not null,
  rotated_at integer,
  used_at integer,
  expires_at integer,
  note text
) strict;
`;
