-- Orders of these platforms are all read again: their parts add up to their totals, and bundles count the bottles in them.
update services set cursors = cursors - 'orders' where type in ('bigcommerce', 'commerce7', 'winedirect', 'woocommerce');
