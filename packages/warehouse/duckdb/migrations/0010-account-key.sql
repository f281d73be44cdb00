-- Names the account that the file belongs to; empty until it is first opened as that account's.
CREATE TABLE IF NOT EXISTS account_key (key VARCHAR NOT NULL);
