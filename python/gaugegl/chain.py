"""A Markov chain of gauge fields."""


class Chain:
    """Sweeps of heat bath and overrelaxation, one after the other, from a field on a device.

    The random numbers are those of GaugeField.heat_bath(): the chain goes on after those that made the field, and so does any other
    chain from its field.

        chain = gaugegl.Chain(u, beta=6.0, seed=1, overrelaxation=4)
        for _ in range(100):
            chain.sweep(10)
            print(chain.sweeps, chain.plaquette())
    """

    def __init__(self, field, *, beta, seed=1, overrelaxation=0, action="wilson", reunitarise_every=10):
        self._field = field
        self._options = dict(beta=beta, seed=seed, overrelaxation=overrelaxation, action=action,
                             reunitarise_every=reunitarise_every)
        self._sweeps = 0
        field.heat_bath(sweeps=0, **self._options)  # raises what is wrong now

    def sweep(self, sweeps=1, progress=None):
        """Makes so many sweeps; returns the chain.  Where it is interrupted, the chain stays as it was before the call."""
        self._field = self._field.heat_bath(sweeps=sweeps, progress=progress, **self._options)
        self._sweeps += sweeps
        return self

    @property
    def field(self):
        """The links now, a value that does not change."""
        return self._field

    @property
    def sweeps(self):
        """Made by this chain."""
        return self._sweeps

    def plaquette(self):
        """Of the links now."""
        return self._field.plaquette()

    def __repr__(self):
        return f"<gaugegl.Chain {self._field!r}, beta = {self._options['beta']}, {self._sweeps} sweeps>"
