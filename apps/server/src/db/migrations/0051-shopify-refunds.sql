-- Orders of Shopify are all read again: fees of returns stay with the winery, and money still to be paid out is taken back.
update services set cursors = cursors - 'orders' where type = 'shopify';
