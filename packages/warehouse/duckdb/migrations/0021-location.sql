-- Orders have the tasting room or shop that sold them; unknown until their source gives them again.
ALTER TABLE orders ADD COLUMN IF NOT EXISTS location VARCHAR;
