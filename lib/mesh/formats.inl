/* The kinds of mesh files, in the order in which lists name them. One line each: its extension, and the pass over a file of
 * polygons or the reader of a file of finite elements. */
XPBD_POLYGON_FORMAT(obj, xpbd_scan_obj)
XPBD_POLYGON_FORMAT(ply, xpbd_scan_ply)
XPBD_POLYGON_FORMAT(stl, xpbd_scan_stl)
XPBD_POLYGON_FORMAT(off, xpbd_scan_off)
XPBD_ELEMENT_FORMAT(msh, xpbd_read_msh)
XPBD_ELEMENT_FORMAT(node, xpbd_read_tetgen)
XPBD_ELEMENT_FORMAT(ele, xpbd_read_tetgen)
