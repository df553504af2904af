# Why this file exists: records how the cuda backend maps works to devices (tests/texts/plans.c). No device is needed.
made-texts plans
