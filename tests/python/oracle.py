"""The plaquette and the Wilson operator from their formulas, in NumPy, of arrays U[mu, t, z, y, x, i, j]."""
import numpy as np

_I = 1j
# DeGrand and Rossi: gamma_x, gamma_y, gamma_z, gamma_t.
GAMMA = np.array([
    [[0, 0, 0, _I], [0, 0, _I, 0], [0, -_I, 0, 0], [-_I, 0, 0, 0]],
    [[0, 0, 0, -1], [0, 0, 1, 0], [0, 1, 0, 0], [-1, 0, 0, 0]],
    [[0, 0, _I, 0], [0, 0, 0, -_I], [-_I, 0, 0, 0], [0, _I, 0, 0]],
    [[0, 0, 1, 0], [0, 0, 0, 1], [1, 0, 0, 0], [0, 1, 0, 0]],
])


def at_next(field, mu, steps=1):
    """field(x + steps mu); its first axes are t, z, y, x."""
    return np.roll(field, -steps, axis=3 - mu)


def dagger(matrices):
    return np.conj(np.swapaxes(matrices, -1, -2))


def plaquette(links):
    total, planes = 0.0, 0
    for mu in range(4):
        for nu in range(mu):
            loop = links[mu] @ at_next(links[nu], mu) @ dagger(at_next(links[mu], nu)) @ dagger(links[nu])
            total += np.mean(np.trace(loop, axis1=-2, axis2=-1).real) / links.shape[-1]
            planes += 1
    return total / planes


def polyakov_loop(links):
    product = links[3][0]
    for t in range(1, links.shape[1]):
        product = product @ links[3][t]
    return np.mean(np.trace(product, axis1=-2, axis2=-1)) / links.shape[-1]


def wilson(links, psi, kappa):
    """(1 - kappa H) psi, antiperiodic in t; psi[t, z, y, x, spin, colour]."""
    links = links.copy()
    links[3][-1] *= -1
    hop = np.zeros_like(psi)
    for mu in range(4):
        forward = np.einsum("tzyxab,tzyxsb->tzyxsa", links[mu], at_next(psi, mu))
        backward = at_next(np.einsum("tzyxba,tzyxsb->tzyxsa", np.conj(links[mu]), psi), mu, -1)
        hop += np.einsum("rs,tzyxsa->tzyxra", np.eye(4) - GAMMA[mu], forward)
        hop += np.einsum("rs,tzyxsa->tzyxra", np.eye(4) + GAMMA[mu], backward)
    return psi - kappa * hop
