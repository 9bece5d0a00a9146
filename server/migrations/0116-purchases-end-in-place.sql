-- A purchase changes when it ends, and most of a page end in one statement. With room for all of them on their page they change in place, and
-- their four indexes have nothing to do. Pages that are there stay as they are.
alter table purchase set (fillfactor = 50);
