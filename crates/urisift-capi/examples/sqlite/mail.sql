-- Some mail, for the queries in the README.
DROP TABLE IF EXISTS mail;
CREATE TABLE mail(id INTEGER PRIMARY KEY, author TEXT, body TEXT);
INSERT INTO mail(author, body) VALUES
('ada', 'The draft is under <http://www.w3.org/
  Addressing/>, and (https://a.example/wiki/URI_(1994)).'),
('ben', 'I read https://A.example:443/wiki/%55RI_(1994), thanks. www.b.example is down.'),
('eve', 'Log in at http://www.bank.example@10.0.0.1/ or <javascript:alert(1)>.'),
('ada', 'No link here.');
