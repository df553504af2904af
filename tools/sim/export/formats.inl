/* Why this file exists: lists the formats of --export: ending of the file, what reads it, and the writer. The first
 * ending that matches counts. */
EXPORT_FORMAT(".json", "programs in any language (docs/guide/scene-file.md)", export_scene)
EXPORT_FORMAT(".xml", "MuJoCo", export_mjcf)
EXPORT_FORMAT(".usda", "Newton", export_usda)
