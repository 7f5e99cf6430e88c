"""The compiled engine of Pixel Tactics."""

FROM_THE_FRONT = True  # no array is indexed from its end (`kernels.jit`)
