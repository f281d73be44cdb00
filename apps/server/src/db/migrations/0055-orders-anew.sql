-- Orders are all read again: what refunds of Shopify keep, and which lines are units at Square and Toast, has changed.
update services set cursors = cursors - 'orders' where type in ('shopify', 'square', 'toast');
