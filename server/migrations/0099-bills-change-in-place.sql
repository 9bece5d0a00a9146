-- Each bill that is paid changes once. With room on its page it changes in place, and its two indexes have nothing to do.
alter table inquiry set (fillfactor = 80);
