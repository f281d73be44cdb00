-- The days that customers are in segments.
CREATE TABLE IF NOT EXISTS segment_members (service_id VARCHAR NOT NULL, source_id VARCHAR NOT NULL, segment_id VARCHAR NOT NULL,
    person_id VARCHAR NOT NULL, since DATE NOT NULL, until DATE, from_start BOOLEAN NOT NULL);
