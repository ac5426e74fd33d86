/** The first `Intl.Segmenter` takes several milliseconds, and not every event needs one. */
export function atFirstUse<Made extends object>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
