"""A browser with the page open: Chromium, which chromedriver drives, and a file server."""
import base64
import functools
import http.server
import os
import shutil
import tempfile
import threading
import time

from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By

SWIFTSHADER = ["--headless=new", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"]
MESA = ["--use-gl=angle", "--use-angle=gl", "--ignore-gpu-blocklist"]
PATIENCE = 120  # seconds for what takes a few, on a busy machine


class QuietServer(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *words):
        pass


def serve(folder):
    """A file server without anything else, as a page's host has it."""
    server = http.server.ThreadingHTTPServer(("localhost", 0), functools.partial(QuietServer, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


class Browser:
    """A browser with the page of a site open; screenshots go into a folder."""

    def __init__(self, site, pictures, address="", flags=SWIFTSHADER, before="", size=(1280, 900)):
        self.pictures = pictures
        self.downloads = tempfile.mkdtemp()
        options = Options()
        for flag in flags + ["--no-sandbox", "--disable-quic", "--no-first-run", "--disable-background-networking",
                             "--disable-component-update", "--disable-sync", f"--window-size={size[0]},{size[1]}",
                             f"--user-data-dir={self.downloads}/profile"]:
            options.add_argument(flag)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        options.add_experimental_option("prefs", {"download.default_directory": self.downloads})
        self.driver = webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)
        self.server = serve(site)
        self.url = f"http://localhost:{self.server.server_address[1]}/index.html"
        if before:
            self.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": before})
        self.began = time.time()
        self.driver.get(self.url + address)

    def __enter__(self):
        return self

    def __exit__(self, *what):
        self.driver.quit()
        self.server.shutdown()
        self.server.server_close()
        shutil.rmtree(self.downloads, ignore_errors=True)

    def run(self, script, *words):
        return self.driver.execute_script(script, *words)

    def report(self):
        return self.run("return window.gaugegl ? gaugegl.report() : {sweep: null, error: null}")

    def text(self, name):
        return self.run("return document.getElementById(arguments[0]).textContent", name)

    def until(self, condition, what):
        """Waits; an error on the page ends it."""
        end = time.time() + PATIENCE
        while time.time() < end:
            found = condition()
            if found:
                return found
            error = self.report()["error"]
            if error:
                raise AssertionError(f"{what}: the page says: {error}")
            time.sleep(0.2)
        raise AssertionError(f"{what}: not within {PATIENCE} s; the page: {self.text('doing')}, {self.report()}")

    def sweeps(self, number):
        """When the chain has made so many and stands."""
        self.until(lambda: self.report()["sweep"] == number and "paused" in self.text("doing"), f"{number} sweeps")
        return self.report()

    def complaint(self, close=True):
        """Waits for an error on the page, which it returns and closes."""
        end = time.time() + PATIENCE
        while not self.report()["error"]:
            if time.time() > end:
                raise AssertionError(f"no error within {PATIENCE} s; the page: {self.text('doing')}")
            time.sleep(0.1)
        error = self.report()["error"]
        if close:
            self.driver.find_element(By.ID, "dismiss").click()
        return error

    def picture(self):
        self.until(lambda: self.text("doing").startswith("sweep"), "a picture")

    def colours(self):
        """How many different colours the picture has, and how bright it is on the average."""
        return self.run("""const c = document.getElementById('lattice'), copy = document.createElement('canvas');
            copy.width = c.width; copy.height = c.height;
            const pen = copy.getContext('2d');
            pen.drawImage(c, 0, 0);
            const pixels = pen.getImageData(0, 0, c.width, c.height).data, seen = new Set();
            let sum = 0;
            for (let i = 0; i < pixels.length; i += 4) {
              seen.add(pixels[i] << 16 | pixels[i + 1] << 8 | pixels[i + 2]);
              sum += pixels[i] + pixels[i + 1] + pixels[i + 2];
            }
            return [seen.size, sum / (pixels.length / 4 * 3)]""")

    def shot(self, name):
        self.driver.save_screenshot(os.path.join(self.pictures, name + ".png"))

    def problems(self):
        return [entry["message"] for entry in self.driver.get_log("browser") if entry["level"] in ("SEVERE", "WARNING")]

    def download(self, button):
        before = set(os.listdir(self.downloads))
        self.driver.find_element(By.ID, button).click()

        def there(): # an empty file holds the name until the download has it
            new = [path for f in os.listdir(self.downloads) if f not in before and not f.endswith((".crdownload", ".tmp"))
                   and not f.startswith(".") and os.path.getsize(path := os.path.join(self.downloads, f)) > 0]
            return new and new[0]
        return self.until(there, "a download")

    def drop(self, path):
        """A file on the picture, as the browser tells it."""
        with open(path, "rb") as file:
            self.run("""const files = new DataTransfer(), bytes = Uint8Array.from(atob(arguments[1]), c => c.charCodeAt(0));
                files.items.add(new File([bytes], arguments[0]));
                document.getElementById('lattice').dispatchEvent(new DragEvent('drop', {dataTransfer: files, bubbles: true, cancelable: true}))""",
                     os.path.basename(path), base64.b64encode(file.read()).decode())

    def set(self, key, value):
        element = self.driver.find_element(By.CSS_SELECTOR, f"[data-key={key}]")
        self.run("arguments[0].value = arguments[1]; arguments[0].dispatchEvent(new Event(arguments[0].type === 'range' ? 'input' : 'change'))",
                 element, value)
