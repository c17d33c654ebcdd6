"""Readers of the formats that the program writes, with NumPy alone, from the formats' descriptions (docs/reference/files.md).

Each takes the bytes of a file and gives the links with the axes of GaugeField.to_numpy(), (4, t, z, y, x, N, N), and the plaquette of
the header, or None."""
import io
import re
import zlib

import numpy as np
import pytest


def natural(numbers, extents, n):
    """Sites with x fastest, at each x, y, z, t."""
    x, y, z, t = extents
    return np.moveaxis(numbers.reshape(t, z, y, x, 4, n, n), 4, 0)


def rotated(words, by):
    by = np.asarray(by, np.uint64)
    wide = words.astype(np.uint64) << by
    return ((wide | (wide >> np.uint64(32))) & np.uint64(0xffffffff)).astype(np.uint32)


def milc(raw):
    order = "<" if raw[:4] == (20103).to_bytes(4, "little") else ">"
    extents = np.frombuffer(raw, order + "i4", 4, 4)
    words = np.frombuffer(raw, order + "u4", offset=96)
    for bits, stated in zip((29, 31), np.frombuffer(raw, order + "u4", 2, 88)):
        assert np.bitwise_xor.reduce(rotated(words, np.arange(words.size) % bits)) == stated, "the checksum is another"
    links = np.frombuffer(raw, order + "f4", offset=96).astype(float).view(complex)
    return natural(links, extents, 3), None


def openqcd(raw):
    extents = np.frombuffer(raw, "<i4", 4)
    t, x, y, z = extents
    stored = iter(np.frombuffer(raw, "<c16", offset=24).reshape(-1, 4, 2, 3, 3))
    links = np.empty((4, t, z, y, x, 3, 3), complex)
    for site in np.ndindex(t, x, y, z):
        if sum(site) % 2 == 0:
            continue
        for k, (forwards, backwards) in enumerate(next(stored)):
            behind = np.array(site)
            behind[k] = (site[k] - 1) % extents[k]
            for link, (at, ax, ay, az) in ((forwards, site), (backwards, behind)):
                links[(k + 3) % 4, at, az, ay, ax] = link
    return links, np.frombuffer(raw, "<f8", 1, 16)[0] / 3


def hirep(raw):
    n, t, x, y, z = np.frombuffer(raw, ">i4", 5)
    data = np.frombuffer(raw, ">f8", offset=28).astype(float)
    if n == 2 and data.size == t * x * y * z * 4 * 4:
        q = data.reshape(-1, 4).T
        data = np.array([q[0] + 1j * q[3], -q[2] + 1j * q[1], q[2] + 1j * q[1], q[0] - 1j * q[3]]).T
    else:
        data = data.view(complex)
    links = data.reshape(t, x, y, z, 4, n, n).transpose(4, 0, 3, 2, 1, 5, 6)
    return np.roll(links, -1, axis=0), np.frombuffer(raw, ">f8", 1, 20)[0]


def mdp(raw):
    order = "<" if raw[180:184] == (0x87654321).to_bytes(4, "little") else ">"
    dimensions, t, x, y, z = np.frombuffer(raw, order + "i4", 5, 184)
    per_site, sites = np.frombuffer(raw, order + "i4", 2, 228)
    assert raw.startswith(b"File Type: MDP FIELD") and dimensions == 4 and sites == t * x * y * z
    n, real = {128: (2, "f4"), 256: (2, "f8"), 288: (3, "f4"), 576: (3, "f8")}[per_site]
    links = np.frombuffer(raw, order + real, offset=236).astype(float).view(complex)
    return np.roll(links.reshape(t, x, y, z, 4, n, n).transpose(4, 0, 3, 2, 1, 5, 6), -1, axis=0), None


def hdf5(raw):
    h5py = pytest.importorskip("h5py")
    with h5py.File(io.BytesIO(raw)) as file:
        data, sums = file["links"][:], file.attrs["checksum"].decode().split()
        assert file["links"].attrs["axes"] == "t,z,y,x,direction,row,column"
        plaquette = file.attrs["plaquette"]
    sites = data.reshape(np.prod(data.shape[:4]), -1)
    crc = np.array([zlib.crc32(site.tobytes()) for site in sites], np.uint32)
    for stated, modulus in zip(sums, (29, 31)):
        assert np.bitwise_xor.reduce(rotated(crc, np.arange(crc.size) % modulus)) == int(stated, 16)
    return np.moveaxis(data.astype(complex), 4, 0), plaquette


def nersc(raw):
    head, data = raw.split(b"END_HEADER\n", 1)
    keys = dict(line.split(" = ", 1) for line in head.decode().split("\n") if " = " in line)
    extents = [int(keys[f"DIMENSION_{mu}"]) for mu in (1, 2, 3, 4)]
    order = "<" if keys["FLOATING_POINT"].endswith("LITTLE") else ">"
    assert np.frombuffer(data, order + "u4").sum(dtype=np.uint32) == int(keys["CHECKSUM"], 16)
    numbers = np.frombuffer(data, order + ("f8" if "64" in keys["FLOATING_POINT"] else "f4")).astype(float).view(complex)
    if "SU2" in keys["DATATYPE"]:
        return natural(numbers, extents, 2), float(keys["PLAQUETTE"])
    two = numbers.reshape(-1, 2, 3)
    third = np.cross(two[:, 0], two[:, 1]).conj()
    return natural(np.concatenate([two, third[:, None]], axis=1), extents, 3), float(keys["PLAQUETTE"])


def lime(raw):
    """ILDG and SciDAC."""
    records, at = {}, 0
    while at < len(raw):
        assert raw[at:at + 4] == b"\x45\x67\x89\xab"
        length = int.from_bytes(raw[at + 8:at + 16], "big")
        records[raw[at + 16:at + 144].rstrip(b"\0").decode()] = raw[at + 144:at + 144 + length]
        at += 144 + (length + 7) // 8 * 8
    if "ildg-format" in records:
        text, data = records["ildg-format"].decode(), records["ildg-binary-data"]
        extents = [int(re.search(f"<l{mu}>(.*)</l{mu}>", text)[1]) for mu in "xyzt"]
        bits, n = int(re.search("<precision>(.*)</precision>", text)[1]), int(re.search("<field>su(.)gauge", text)[1])
    else:
        text, data = records["scidac-private-record-xml"].decode(), records["scidac-binary-data"]
        extents = [int(word) for word in re.search("<dims>(.*)</dims>", records["scidac-private-file-xml"].decode())[1].split()]
        bits, n = {"F": 32, "D": 64}[re.search("<precision>(.)", text)[1]], int(re.search("<colors>(.)", text)[1])
        assert int(re.search("<typesize>(.*)</typesize>", text)[1]) == n * n * 2 * bits // 8
    sites = np.frombuffer(data, np.uint8).reshape(np.prod(extents), -1)
    crc = np.array([zlib.crc32(site.tobytes()) for site in sites], np.uint32)
    for name, modulus in (("suma", 29), ("sumb", 31)):
        stated = int(re.search(f"<{name}>(.*)</{name}>", records["scidac-checksum"].decode())[1], 16)
        assert np.bitwise_xor.reduce(rotated(crc, np.arange(crc.size) % modulus)) == stated
    return natural(np.frombuffer(data, f">f{bits // 8}").astype(float).view(complex), extents, n), None


READERS = {"ildg": lime, "scidac": lime, "nersc": nersc, "milc": milc, "openqcd": openqcd, "hirep": hirep, "mdp": mdp, "hdf5": hdf5}


def lime_records(raw):
    """All records, (type, data), in their order."""
    records, at = [], 0
    while at < len(raw):
        length = int.from_bytes(raw[at + 8:at + 16], "big")
        records.append((raw[at + 16:at + 144].rstrip(b"\0").decode(), raw[at + 144:at + 144 + length]))
        at += 144 + (length + 7) // 8 * 8
    return records


def check_scidac(data, sites, text):
    crc = np.array([zlib.crc32(site.tobytes()) for site in np.frombuffer(data, np.uint8).reshape(sites, -1)], np.uint32)
    for name, modulus in (("suma", 29), ("sumb", 31)):
        assert np.bitwise_xor.reduce(rotated(crc, np.arange(sites) % modulus)) == int(re.search(f"<{name}>(.*)</{name}>", text)[1], 16)


def propagator(columns, extents):
    """S[t, z, y, x, sink spin, sink colour, source spin, source colour], or without spins, from the columns by component."""
    x, y, z, t = extents
    spins = len(columns) // 3
    shape = (t, z, y, x, spins, 3) if spins > 1 else (t, z, y, x, 3)
    s = np.stack([columns[k].reshape(shape) for k in sorted(columns)], axis=-1)
    return s.reshape(*shape, spins, 3) if spins > 1 else s


def usqcd_propagator(raw):
    columns, records = {}, lime_records(raw)
    extents = [int(word) for word in re.search("<dims>(.*)</dims>", records[0][1].decode())[1].split()]
    for k, (name, data) in enumerate(records):
        if name != "scidac-binary-data":
            continue
        about, user = records[k - 2][1].decode(), records[k - 1][1].decode()
        check_scidac(data, np.prod(extents), records[k + 1][1].decode())
        if "PropInfo>" not in user:
            continue
        spin = re.search("<spin>(.)</spin>", user)
        component = 3 * int(spin[1] if spin else 0) + int(re.search("<color>(.)</color>", user)[1])
        columns[component] = np.frombuffer(data, {"F": ">f4", "D": ">f8"}[re.search("<precision>(.)", about)[1]]).astype(float).view(complex)
    return propagator(columns, extents)


def tmlqcd_propagator(raw):
    columns, records = {}, lime_records(raw)
    for k, (name, data) in enumerate(records):
        if name != "scidac-binary-data":
            continue
        text = records[k - 1][1].decode()
        extents = [int(re.search(f"<l{mu}>(.*)</l{mu}>", text)[1]) for mu in "xyzt"]
        check_scidac(data, np.prod(extents), records[k + 1][1].decode())
        columns[len(columns)] = np.frombuffer(data, f">f{int(re.search('<precision>(.*)</precision>', text)[1]) // 8}").astype(float).view(complex)
    i_sigma_2 = np.array([[0, 1], [-1, 0]])
    v = np.block([[np.zeros((2, 2)), i_sigma_2], [-i_sigma_2, np.zeros((2, 2))]])
    return np.einsum("ab,tzyxbicj,cd->tzyxaidj", v, propagator(columns, extents), v)


def milc_propagator(raw):
    order = "<" if raw[:4] in [magic.to_bytes(4, "little") for magic in (12781, 23209)] else ">"
    extents = np.frombuffer(raw, order + "i4", 4, 4)
    has_spins = np.frombuffer(raw, order + "i4", 1)[0] == 12781
    at, size, columns = (108 if has_spins else 88), int(np.prod(extents)) * (96 if has_spins else 24), {}
    while at < len(raw):
        *where, sum29, sum31 = np.frombuffer(raw, order + "u4", 4 if has_spins else 3, at)
        at += 16 if has_spins else 12
        words = np.frombuffer(raw, order + "u4", size // 4, at)
        for bits, stated in ((29, sum29), (31, sum31)):
            assert np.bitwise_xor.reduce(rotated(words, np.arange(words.size) % bits)) == stated
        columns[int(3 * where[0] + where[1] if has_spins else where[0])] = words.view(order + "f4").astype(float).view(complex)
        at += size
    s = propagator(columns, extents)
    signs = np.array([1, 1, -1, -1])
    return np.einsum("a,tzyxaibj,b->tzyxaibj", signs, s, signs) if has_spins else s


PROPAGATOR_READERS = {"usqcd": usqcd_propagator, "tmlqcd": tmlqcd_propagator, "milc": milc_propagator, "milc-staggered": milc_propagator}
