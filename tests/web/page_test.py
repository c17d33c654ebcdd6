"""The lattice window as a web page, in a real browser: Chromium without a window and without a graphics card (SwiftShader).

usage: page_test.py SITE PROGRAM PICTURES [TEST...]      SITE: build-web; PROGRAM: build/gaugegl; PICTURES: folder for screenshots
       page_test.py SITE PROGRAM PICTURES speed          rows of docs/performance.md
"""
import functools
import json
import os
import re
import struct
import subprocess
import sys
import time
import unittest

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

import browser
from browser import MESA, PATIENCE

SITE, PROGRAM, PICTURES = map(os.path.abspath, sys.argv[1:4])
Browser = functools.partial(browser.Browser, SITE, PICTURES)


def links_of(path):
    """All numbers of an ILDG file of 64 bits, in its order."""
    with open(path, "rb") as file:
        data = file.read()
    at, found = 0, None
    while at + 144 <= len(data):
        length = struct.unpack(">q", data[at + 8:at + 16])[0]
        if data[at + 16:at + 144].rstrip(b"\0") == b"ildg-binary-data":
            found = data[at + 144:at + 144 + length]
        at += 144 + (length + 7) // 8 * 8
    return struct.unpack(f">{len(found) // 8}d", found)


def desktop_links(group, lattice, beta, seed, sweeps, folder):
    """Those of the program on the fragment path, which does what the page does."""
    target = os.path.join(folder, "desktop.ildg")
    script = os.path.join(folder, "script")
    with open(script, "w") as out:
        out.write(f"sweeps {sweeps}\nsave-links {target}\nquit\n")
    settings = dict(group=group, lattice=lattice, beta=beta, seed=seed, paused="on").items()
    subprocess.run([PROGRAM, "view", "--hidden", "--path", "fragment", "--quiet", "--overwrite", "--script", script] +
                   [word for key, value in settings for word in ("--set", f"{key}={value}")], check=True, timeout=300, cwd=folder)
    return links_of(target)


class PageTest(unittest.TestCase):
    def setUp(self):
        self.began = time.time()

    def tearDown(self):
        print(f"   {time.time() - self.began:.0f} s", end=" ", flush=True)

    def test_opens_without_a_complaint_and_moves(self):
        with Browser() as page:
            page.picture()
            print(f"   first picture after {time.time() - page.began:.1f} s")
            page.until(lambda: (page.report()["sweep"] or 0) >= 5, "five sweeps")
            report = page.report()
            self.assertEqual(sorted(report), sorted(["renderer", "group", "lattice", "beta", "seed", "sweep", "plaquette",
                                                     "polyakov_loop", "sweeps_per_second", "error"]))
            self.assertEqual((report["group"], report["lattice"], report["beta"]), ("su2", "8x8x8x4", 2.15))
            self.assertGreater(report["plaquette"], 0.4)
            colours, brightness = page.colours()
            self.assertGreater(colours, 100)
            self.assertGreater(brightness, 5)
            page.until(lambda: page.report()["sweeps_per_second"] > 0, "a rate")
            print(f"   {page.report()['sweeps_per_second']:.1f} sweeps/s of {report['group']} on {report['lattice']}, {report['renderer']}")
            page.shot("page")
            self.assertEqual(page.problems(), [])
            elsewhere = page.run("return performance.getEntriesByType('resource').map(e => e.name).filter(n => !n.startsWith(location.origin))")
            self.assertEqual(elsewhere, [])
            page.driver.get(page.url.replace("index", "explain"))
            self.assertTrue(page.run("return [...document.images].every(i => i.complete && i.naturalWidth > 0)"))
            page.shot("explain")
            self.assertEqual(page.problems(), [])

    def check_plaquette(self, group, beta, known, sweeps):
        with Browser(f"#group={group}&lattice=4x4x4x4&beta={beta}&seed=3&sweeps={sweeps}") as page:
            page.sweeps(sweeps)
            mean = page.until(lambda: re.search(r"mean (\d\.\d+)\((\d+)\) of", page.text("mean")), "a mean")
            digits = len(mean[1]) - 2
            value, error = float(mean[1]), int(mean[2]) * 10 ** -digits
            self.assertIn(f"known {known[0]}", page.text("known"))
            self.assertLess(abs(value - known[0]), 4 * (error ** 2 + known[1] ** 2) ** 0.5, mean[0])
            self.assertLess(error, 0.02)
            print(f"   {group}: {mean[0]} sweeps, known {known[0]}; {page.report()['sweeps_per_second']:.1f} sweeps/s")
            self.assertEqual(page.problems(), [])

    def test_plaquette_of_su2(self):
        self.check_plaquette("su2", 2.3, (0.6092, 0.00019), 80)

    def test_plaquette_of_su3(self):
        self.check_plaquette("su3", 5.7, (0.56006, 0.00027), 60)

    def test_presets_are_links(self):
        with Browser() as page:
            page.picture()
            for word in page.run("return [...document.querySelectorAll('#presets a')].map(a => a.hash.slice(8))"):
                page.driver.find_element(By.CSS_SELECTOR, f"a[href='#preset={word}']").click()
                page.until(lambda: f"preset={word}" in page.run("return location.hash") and page.run(
                    "return document.querySelector('#presets a[aria-current]').hash") == f"#preset={word}", word)
                page.picture()
                page.until(lambda: page.report()["sweep"] >= 1, "a sweep")
                # Chain and picture go on side by side: a smoothed field may come after the first sweep.
                page.until(lambda: page.colours()[0] > 50, f"a picture of {word}")
                page.shot("preset-" + word)
            self.assertEqual(page.problems(), [])

    def test_an_address_reproduces_what_is_seen(self):
        first = "#group=su2&lattice=4x4x6x4&beta=2.4&seed=7&quantity=charge&smoothing=cooling&smoothing-steps=3&view=slice&sweeps=6"
        with Browser(first) as page:
            report = page.sweeps(6)
            page.until(lambda: "sweeps=6" in page.run("return location.hash"), "the address")
            page.driver.find_element(By.ID, "one").click()
            page.sweeps(7)
            page.until(lambda: "sweeps=7" in page.run("return location.hash"), "the address")
            link, later = page.run("return location.hash"), page.report()
            title = page.text("title")
            self.assertIn("Topological charge density after 3 cooling sweeps", title)
            self.assertNotEqual(report["plaquette"], later["plaquette"])
        with Browser(link) as page:
            again = page.sweeps(7)
            page.picture()
            self.assertEqual(page.text("title"), title)
            for key in ("group", "lattice", "beta", "seed", "plaquette", "polyakov_loop"):
                self.assertEqual(again[key], later[key], key)

    def test_bad_input_is_said_and_changes_nothing(self):
        with Browser() as page:
            page.picture()
            for key, value, part in (("lattice", "8x8x8", "8x8x8"), ("lattice", "32x4x4x4", "24 sites"), ("seed", "-1", "-1"),
                                     ("lattice", "5x4x4x4", "5")):
                page.set(key, value)
                self.assertIn(part, page.complaint(), (key, value))
                self.assertEqual(page.report()["lattice"], "8x8x8x4")
            page.run("location.hash = '#group=su9'")
            self.assertIn("su9", page.complaint())
            page.run("location.hash = '#colour=red'")
            self.assertIn("colour", page.complaint())
            for bad, part in (("lattice=0x0x0x0&colour=red", "colour"), ("start=evil.ildg", "evil.ildg"), ("group=su2&sweeps=-3", "-3"),
                              ("sweeps=1e12", "1e12"), ("beta=nan", "nan")):
                page.run(f"location.hash = '#{bad}'")
                self.assertIn(part, page.complaint(), bad)
                self.assertEqual(page.report()["lattice"], "8x8x8x4", bad)
            # Files of strangers: a session of the window, text, a damaged header, names that are markup or lead elsewhere.
            for name, content, part in (("session.toml", "[lattice]\\nextents = [64, 64, 64, 64]", "session.toml"),
                                        ("<img src=x onerror=document.title=1>.ildg", "", "img_src_x"),
                                        ("../../etc/passwd", "BEGIN_HEADER\\nDIMENSION_1 = 99999999", "passwd"),
                                        ("a.lime", "\\x45\\x67\\x89\\xab\\x00\\x01\\xff\\xff", "a.lime")):
                page.run(f"""const files = new DataTransfer(); files.items.add(new File(['{content}'], '{name}'));
                    picture.dispatchEvent(new DragEvent('drop', {{dataTransfer: files, bubbles: true, cancelable: true}}))""")
                self.assertIn(part, page.complaint(), name)
                self.assertEqual(page.report()["lattice"], "8x8x8x4", name)
            self.assertNotEqual(page.run("return document.title"), "1")
            before = page.report()["sweep"]
            page.until(lambda: page.report()["sweep"] > before, "the chain goes on")

    def test_mouse_touch_and_keys(self):
        with Browser("#group=su2&lattice=4x4x4x4&beta=2.4&seed=1&sweeps=2") as page:
            page.sweeps(2)

            def camera():
                page.run("navigator.clipboard.writeText = text => Promise.resolve(window.copied = text); document.getElementById('link').click()")
                time.sleep(0.3)
                words = dict(part.split("=") for part in page.run("return copied").split("#")[1].split("&"))
                return tuple(words.get(key) for key in ("yaw", "pitch", "distance", "pan"))
            canvas = page.driver.find_element(By.ID, "lattice")
            start = camera()
            ActionChains(page.driver).drag_and_drop_by_offset(canvas, 60, 20).perform()
            turned = camera()
            self.assertNotEqual(turned[:2], start[:2])
            canvas.send_keys(Keys.HOME)
            self.assertEqual(camera(), start)
            ActionChains(page.driver).key_down(Keys.ARROW_LEFT).pause(0.5).key_up(Keys.ARROW_LEFT).perform()
            self.assertNotEqual(camera()[0], start[0])
            # Two fingers come nearer: the lattice goes away.
            box = canvas.rect
            x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2 - page.run("return scrollY")
            before = camera()
            for kind, apart in (("touchStart", 100), ("touchMove", 80), ("touchMove", 40)):
                page.driver.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [
                    {"x": x - apart, "y": y, "id": 1}, {"x": x + apart, "y": y, "id": 2}]})
            page.driver.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
            after = camera()
            self.assertGreater(float(after[2] or 2.6), float(before[2] or 2.6))
            canvas.send_keys(" ")
            page.until(lambda: page.report()["sweep"] > 2, "the chain goes on")
            canvas.send_keys(" ")
            page.until(lambda: "paused" in page.text("doing"), "the chain stands")
            canvas.send_keys("v")
            page.until(lambda: "z = " in page.text("title"), "a slice")
            page.shot("slice")
            # Every control can be reached by the keyboard.
            reached = page.run("""return [...document.querySelectorAll('#controls button, #controls select, #controls input')]
                .filter(e => e.tabIndex < 0 || (!e.textContent && !e.labels?.length && !e.getAttribute('aria-label'))).map(e => e.outerHTML)""")
            self.assertEqual(reached, [])

    def test_fits_a_phone(self):
        with Browser() as page:
            page.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": 390, "height": 780, "deviceScaleFactor": 2, "mobile": True})
            page.picture()
            time.sleep(1)
            page.shot("phone")
            self.assertLessEqual(page.run("return document.documentElement.scrollWidth"), 390)
            page.run("document.getElementById('controls').scrollIntoView()")
            page.shot("phone-controls")

    def test_saved_links_are_those_of_the_page_and_of_the_desktop(self):
        # Sweeps are chaotic: another driver's rounding is compared after one, with room for what its updates make of it.
        group, lattice, beta, seed, sweeps = "su3", "4x4x6x8", "5.7", 5, 1
        with Browser(f"#group={group}&lattice={lattice}&beta={beta}&seed={seed}&sweeps={sweeps}") as page:
            report = page.sweeps(sweeps)
            path = page.download("save")
            measured = json.loads(subprocess.run([PROGRAM, "measure", path, "--path", "fragment", "--quiet", "--json", "-"], check=True,
                                                 capture_output=True, text=True, timeout=300).stdout)
            self.assertAlmostEqual(plaquette_in(measured), report["plaquette"], delta=2e-6)
            here = links_of(path)
            there = desktop_links(group, lattice, beta, seed, sweeps, page.downloads)
            self.assertEqual(len(here), len(there))
            differences = sorted(abs(a - b) for a, b in zip(here, there))
            median, largest = differences[len(differences) // 2], differences[-1]
            print(f"   links after a sweep differ by {median:.1e} from those of the desktop on the average, by {largest:.1e} at most")
            self.assertLess(median, 2e-4)
            self.assertLess(largest, 5e-2)
            # And back: the page opens what it saved.
            page.driver.find_element(By.ID, "open").send_keys(path)
            page.until(lambda: page.report()["sweep"] == 0 and "sweep 0" in page.text("doing"), "the file")
            page.until(lambda: abs(page.report()["plaquette"] - report["plaquette"]) < 2e-6, "its plaquette")
            bad = os.path.join(page.downloads, "bad & worse.ildg")
            with open(path, "rb") as whole, open(bad, "wb") as out:
                out.write(whole.read()[:5000])
            page.drop(bad)
            self.assertIn("bad___worse.ildg", page.complaint())
            self.assertEqual(page.report()["sweep"], 0)
            page.driver.find_element(By.ID, "one").click()
            page.sweeps(1)
            page.drop(path)
            page.until(lambda: page.report()["sweep"] == 0, "the file again, by drag and drop")
            page.driver.find_element(By.ID, "open").send_keys(bad)
            self.assertIn("bad___worse.ildg", page.complaint())
            with open(page.download("png"), "rb") as picture:
                self.assertEqual(picture.read(8), b"\x89PNG\r\n\x1a\n")

    @unittest.skipUnless(os.environ.get("DISPLAY"), "needs a display")
    def test_has_the_bits_of_the_desktop_on_the_same_driver(self):
        for group, lattice, beta, sweeps in (("su2", "4x4x6x8", "2.4", 20), ("su3", "4x6x4x4", "5.7", 10)):
            self.check_bits(group, lattice, beta, 5, sweeps)

    def check_bits(self, group, lattice, beta, seed, sweeps):
        with Browser(f"#group={group}&lattice={lattice}&beta={beta}&seed={seed}&sweeps={sweeps}", flags=MESA) as page:
            renderer = page.report()["renderer"] or page.until(lambda: page.report()["renderer"], "a renderer")
            self.assertIn("llvmpipe", renderer)
            page.sweeps(sweeps)
            here = links_of(page.download("save"))
            there = desktop_links(group, lattice, beta, seed, sweeps, page.downloads)
            different = sum(a != b for a, b in zip(here, there))
            print(f"   {renderer}: {different} of {len(here)} numbers differ after {sweeps} sweeps")
            self.assertEqual(different, 0)

    def test_a_lost_context_goes_on_from_the_last_state(self):
        with Browser("#group=su2&lattice=4x4x4x4&beta=2.4&seed=1&sweeps=5") as page:
            before = page.sweeps(5)  # a chain that stands is kept at once
            page.run("""window.loser = document.getElementById('lattice').getContext('webgl2').getExtension('WEBGL_lose_context');
                loser.loseContext()""")
            time.sleep(0.5)
            self.assertIn("context", page.report()["error"])
            page.run("loser.restoreContext()")
            end = time.time() + PATIENCE
            while page.report()["error"] and time.time() < end:
                time.sleep(0.2)
            after = page.until(lambda: page.report()["sweep"] == 5 and page.report(), "the state")
            self.assertAlmostEqual(after["plaquette"], before["plaquette"], delta=1e-12)
            page.driver.find_element(By.ID, "one").click()
            lost = page.sweeps(6)
            page.picture()
            page.until(lambda: page.colours()[0] > 50, "a picture")
        with Browser("#group=su2&lattice=4x4x4x4&beta=2.4&seed=1&sweeps=6") as page:
            self.assertEqual(page.sweeps(6)["plaquette"], lost["plaquette"])

    def test_says_what_is_missing(self):
        no_webgl = "HTMLCanvasElement.prototype.getContext = (get => function(kind, ...w) { return kind === 'webgl2' ? null : get.call(this, kind, ...w); })(HTMLCanvasElement.prototype.getContext)"
        no_floats = "WebGL2RenderingContext.prototype.getExtension = (get => function(name) { return name === 'EXT_color_buffer_float' ? null : get.call(this, name); })(WebGL2RenderingContext.prototype.getExtension)"
        for before, words in ((no_webgl, "hardware acceleration"), (no_floats, "EXT_color_buffer_float")):
            with Browser(before=before) as page:
                self.assertIn(words, page.complaint(close=False))
                self.assertTrue(page.driver.find_element(By.ID, "error").is_displayed())
                page.shot("missing")


def print_speed():
    """Sweeps and frames per second, for docs/performance.md."""
    for group, beta, lattice in (("su2", 2.4, "8x8x8x8"), ("su3", 6.0, "8x8x8x8"), ("su2", 2.4, "16x16x16x16")):
        with Browser(f"#group={group}&lattice={lattice}&beta={beta}") as page:
            page.picture()
            first = time.time() - page.began
            page.until(lambda: page.report()["sweep"] >= 2, "sweeps")
            frames, sweep, began = page.run("window.frames_ = 0; (function count() { ++frames_; requestAnimationFrame(count); })(); return [frames_, gaugegl.report().sweep, performance.now()]")
            time.sleep(10)
            frames, sweeps, ended = page.run("return [frames_, gaugegl.report().sweep, performance.now()]")
            seconds = (ended - began) / 1000
            width, height, coarseness = page.run("const c = document.getElementById('lattice'); return [c.width, c.height, state.coarseness]")
            print(f"| {lattice} | {group.upper()} | {width}x{height} | {first:.1f} | {(sweeps - sweep) / seconds:.2f} | {frames / seconds:.0f} | 1/{coarseness} |", flush=True)


def plaquette_in(value):
    """The first number or mean with that name in the results of `measure`."""
    if isinstance(value, dict):
        if "plaquette" in value:
            found = value["plaquette"]
            return found["mean"] if isinstance(found, dict) else found
        value = list(value.values())
    if isinstance(value, list):
        for one in value:
            found = plaquette_in(one)
            if found is not None:
                return found
    return None


if __name__ == "__main__":
    os.makedirs(PICTURES, exist_ok=True)
    if sys.argv[4:] == ["speed"]:
        print_speed()
        sys.exit()
    unittest.main(argv=[sys.argv[0]] + [name if "." in name or name.startswith("-") else "PageTest." + name for name in sys.argv[4:]], verbosity=2)
