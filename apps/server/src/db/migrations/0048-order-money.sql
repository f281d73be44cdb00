-- Orders of platforms are all read again: refunds, gift cards, and remainders of subtotals count differently.
update services set cursors = cursors - 'orders' where type in ('bigcommerce', 'commerce7', 'shopify', 'square', 'toast', 'winedirect', 'woocommerce');
