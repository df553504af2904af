/* The kinds of mesh files, in the order of listings. Each line has an extension and its parser: a pass over a polygon
 * file or a reader of a finite-element file. */
XPBD_POLYGON_FORMAT(obj, xpbd_scan_obj)
XPBD_POLYGON_FORMAT(ply, xpbd_scan_ply)
XPBD_POLYGON_FORMAT(stl, xpbd_scan_stl)
XPBD_POLYGON_FORMAT(off, xpbd_scan_off)
XPBD_ELEMENT_FORMAT(msh, xpbd_read_msh)
XPBD_ELEMENT_FORMAT(vtk, xpbd_read_vtk)
XPBD_ELEMENT_FORMAT(vtu, xpbd_read_vtu)
XPBD_ELEMENT_FORMAT(node, xpbd_read_tetgen)
XPBD_ELEMENT_FORMAT(ele, xpbd_read_tetgen)
