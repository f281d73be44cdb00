-- Calls of platforms that count against a rate limit, and pauses that platforms asked for, of all processes. Unlogged: after a
-- crash of the database every connection starts with an empty window, as a single process does after a restart.
create unlogged table platform_calls (
  connection_id text not null,
  budget text not null,
  counted jsonb not null,
  used_at timestamptz not null,
  primary key (connection_id, budget)
);
create unlogged table platform_pauses (
  connection_id text primary key,
  until timestamptz not null,
  reason text not null
);
