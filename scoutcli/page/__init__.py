"""A match as a page for browsers, and a position as a picture.

`scene` says what lies on the table, in a form that no game owns; one module
for each game fills it. `html` writes the page, `svg` the picture, `graph` the
curve of points that the page shows. `report` adds to the page what an analysis
has found, with `curves` of points and luck.
"""
