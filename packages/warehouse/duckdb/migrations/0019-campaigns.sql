-- Campaigns, which are notes of the calendar.
CREATE TABLE IF NOT EXISTS campaigns (service_id VARCHAR NOT NULL, source_id VARCHAR NOT NULL, name VARCHAR
    NOT NULL, subject VARCHAR, audience VARCHAR, status VARCHAR NOT NULL, status_raw VARCHAR, sent_utc TIMESTAMP
    NOT NULL, sent_local TIMESTAMP NOT NULL, recipients INTEGER, source_updated_utc TIMESTAMP, time_basis VARCHAR
    NOT NULL);
