-- Files of the page. Names of banks in their colours, drawn by us: their own logos are theirs.
update payment_method set logo = '/methods/' || lower(name) || '.svg' where logo = '';
