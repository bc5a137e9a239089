/** Who watches a terminal: how it hears of output. Calls come in order; none is made after `leave`. */
export interface ViewerSink {
  /** The whole picture; the viewer resets itself first. `skipped`: bytes left out since its last picture. */
  snapshot(picture: {
    sequence: number;
    columns: number;
    rows: number;
    data: Uint8Array;
    skipped: number;
  }): void;
  /** Bytes that follow; never ends inside a UTF-8 character. */
  output(piece: { sequence: number; data: Uint8Array }): void;
  /** The session is gone; nothing more follows. */
  ended(): void;
}

/** One viewer of one session. */
export interface Viewer {
  /** The viewer has drawn everything up to and including `sequence`. */
  drawn(sequence: number): void;
  /** Stops watching. The last viewer's leave closes the stream. */
  leave(): void;
}
