"""Why this file exists: a ReFrame test of the machines of a centre. It needs xpbd-bench in the path:
reframe -c packaging/reframe/xpbd_check.py -r"""

import json
import os

import reframe as rfm
import reframe.utility.sanity as sn


@rfm.simple_test
class XpbdCloth(rfm.RunOnlyRegressionTest):
    backend = parameter(["omp"])
    size = variable(int, value=161)
    descr = "frames per second of a hanging cloth, each row checked"
    valid_systems = ["*"]
    valid_prog_environs = ["*"]
    executable = "xpbd-bench"

    @run_before("run")
    def set_arguments(self):
        self.executable_opts = ["cloth", "-a", f"size={self.size}", "-a", "iterations=20", "-a", "constraint=stretching",
                                "-a", f"backend={self.backend}", "--quick", "--json", "results.json"]

    def rows(self):
        with open(os.path.join(self.stagedir, "results.json"), encoding="utf-8") as file:
            return json.load(file)["xb"]["points"]

    @sanity_function
    def every_row_is_valid(self):
        rows = self.rows()
        return sn.all([sn.assert_gt(len(rows), 0)] + [sn.assert_eq(row["status"], "ok") for row in rows])

    @performance_function("frames/s")
    def fps(self):
        return 1.0 / self.rows()[0]["frame_s"]["median"]
