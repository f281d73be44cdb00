-- Units of products that an account has promised outside its sources, such as to a distributor.
alter table accounts add column stock_promises jsonb not null default '{"version":0,"promises":[]}';
