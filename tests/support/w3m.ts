import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const LIMIT_MS = 90_000;
const STEP_MS = 40;
const ENTER = '\r';
const TAB = '\t';
const CLEAR = '\u0015';
/** The key to which the constructor binds the saving of the shown text. */
const SAVE_SCREEN = 'D';

/**
 * A user of the text browser w3m, who searches for words, moves from field to field, types and presses Enter. The
 * command `script` provides the terminal. The shown text is read from a file that w3m saves.
 */
export class W3m {
  readonly #home = mkdtempSync(path.join(tmpdir(), 'w3m-'));
  readonly #screen = path.join(this.#home, 'screen.txt');
  readonly #terminal: ChildProcess;
  #printed = '';
  #isSaving = false;

  constructor(address: string) {
    mkdirSync(path.join(this.#home, '.w3m'));
    const keymap = `keymap ${SAVE_SCREEN} SAVE_SCREEN ${this.#screen}\n`;
    writeFileSync(path.join(this.#home, '.w3m/keymap'), keymap);
    const command = `stty rows 60 cols 160; exec w3m -cookie '${address}'`;
    this.#terminal = spawn('script', ['-qfc', command, '/dev/null'], {
      env: { ...process.env, HOME: this.#home, TERM: 'xterm', LANG: 'C.UTF-8' },
    });
    this.#terminal.stdout?.on('data', (chunk) => {
      this.#printed = (this.#printed + chunk).slice(-2_000);
    });
  }

  /**
   * Waits until the page contains these words, and returns its text. Throws an error with the text after 90 seconds.
   */
  async shows(words: string | RegExp): Promise<string> {
    let last = '';
    for (const end = Date.now() + LIMIT_MS; Date.now() < end; ) {
      last = (await this.#text()) ?? last;
      if (typeof words === 'string' ? last.includes(words) : words.test(last)) return last;
    }
    // Reports of failures print only a beginning, which would be the menu with its empty lines.
    throw new Error(
      `w3m does not show ${words}, but ${last.replace(/\s+/g, ' ')}\n${this.#printed}`,
    );
  }

  /**
   * Follows the next link or presses the next button that contains these words, or the one after `match - 1` others.
   */
  press(words: string, match = 1): void {
    this.#type(`/${words}${ENTER}${'n'.repeat(match - 1)}${ENTER}`);
  }

  /** Types into the field after this label. */
  fillIn(label: string, value: string): void {
    this.#type(`/${label}${ENTER}${TAB}${ENTER}${CLEAR}${value}${ENTER}`);
  }

  close(): void {
    this.#terminal.kill();
    rmSync(this.#home, { recursive: true, force: true });
  }

  #type(keys: string): void {
    this.#terminal.stdin?.write(keys);
  }

  /**
   * Returns the shown text, or undefined if w3m has not saved it after a second, for example while it loads a page.
   * Presses the key again only when the text was saved: if a file exists, w3m asks, and takes the next key as the
   * answer.
   */
  async #text(): Promise<string | undefined> {
    if (!this.#isSaving) {
      rmSync(this.#screen, { force: true });
      this.#type(SAVE_SCREEN);
      this.#isSaving = true;
    }
    for (let waited = 0; waited < 25 && !existsSync(this.#screen); waited += 1) await step();
    await step();
    if (!existsSync(this.#screen)) return undefined;
    this.#isSaving = false;
    return readFileSync(this.#screen, 'utf8');
  }
}

function step(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, STEP_MS));
}
