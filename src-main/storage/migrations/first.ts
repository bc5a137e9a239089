/** Settings, agents, their launches and their questions. Times are epoch milliseconds; `json` columns hold JSON text. */
export const first = `
create table settings (
  key text primary key,
  value text not null,
  changed_at integer not null
) strict;

create table agents (
  id text primary key,
  name text not null unique collate nocase,
  dir text not null,
  runtime text not null,
  model text,
  environment text not null default '{}',
  registered_at integer not null
) strict;
create index agents_by_dir on agents (dir);

create table launches (
  id text primary key,
  agent_id text not null references agents (id) on delete cascade,
  started_at integer not null,
  pane text,
  pid integer,
  pid_started text,
  columns integer not null,
  rows integer not null,
  runtime_version text,
  leak text,
  leak_note text,
  conversation text,
  ended_at integer,
  end_how text,
  end_status integer,
  end_signal integer,
  last_lines text not null default '[]'
) strict;
create index launches_by_agent on launches (agent_id, started_at);
create index launches_live on launches (agent_id) where ended_at is null;

create table questions (
  id text primary key,
  agent_id text not null references agents (id) on delete cascade,
  launch_id text not null references launches (id) on delete cascade,
  fingerprint text not null,
  asked_at integer not null,
  body text not null,
  closed_at integer,
  outcome text
) strict;
create index questions_by_agent on questions (agent_id, asked_at);
create index questions_by_launch on questions (launch_id);
create index questions_open on questions (asked_at) where closed_at is null;
create index questions_closed on questions (closed_at) where closed_at is not null;
`;
