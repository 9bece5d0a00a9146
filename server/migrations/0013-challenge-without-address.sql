-- Phones change networks between password and code, so where a challenge came from decides nothing.
alter table mfa_challenge drop column address;
