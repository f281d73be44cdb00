-- Standard codes of what sources write, where the account chose them.
CREATE TABLE IF NOT EXISTS code_rules (version INTEGER NOT NULL);
INSERT INTO code_rules SELECT 0 WHERE NOT EXISTS (SELECT 1 FROM code_rules);
CREATE TABLE IF NOT EXISTS code_values (list VARCHAR NOT NULL, value VARCHAR NOT NULL, code VARCHAR NOT NULL);
