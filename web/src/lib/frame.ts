// frame.ts - what can wait until the move that was made is seen.

const UNSEEN_MS = 100; // a page that nobody looks at draws no frames

/** Once what has been drawn is on the screen. */
export function painted(): Promise<void> {
  return new Promise((done) => {
    const anyway = setTimeout(done, UNSEEN_MS);
    requestAnimationFrame(() =>
      setTimeout(() => {
        clearTimeout(anyway);
        done();
      }),
    );
  });
}
