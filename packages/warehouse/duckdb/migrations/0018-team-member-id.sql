-- Orders, memberships and visits have the source's ID of their team member; unknown until it gives them again.
ALTER TABLE orders ADD COLUMN IF NOT EXISTS team_member_source_id VARCHAR;
ALTER TABLE memberships ADD COLUMN IF NOT EXISTS team_member_source_id VARCHAR;
ALTER TABLE reservations ADD COLUMN IF NOT EXISTS team_member_source_id VARCHAR;
