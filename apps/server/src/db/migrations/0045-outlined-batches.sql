-- What a waiting batch contains, beside the content that the warehouse reads itself; null in batches of earlier releases. Contents are
-- read and deleted within seconds, so that compressing them costs more than it saves.
alter table ingest_batches add column outline text;
alter table ingest_batches alter column content set storage external;
alter table ingest_batches alter column outline set storage external;
