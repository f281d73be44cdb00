-- Orders of Square count when they are paid instead of when they were made, so that they are all read again.
update services set cursors = '{}' where type = 'square';
