/**
 * The same function, which keeps its last answer for each first argument as long as that exists: a composer writes a
 * digest a dozen times until it knows how much fits, each time of the same rows. The function must be pure.
 */
export function rememberLast<Subject extends object, Rest extends readonly unknown[], Answer>(
  work: (subject: Subject, ...rest: Rest) => Answer,
): (subject: Subject, ...rest: Rest) => Answer {
  const known = new WeakMap<Subject, { readonly rest: Rest; readonly answer: Answer }>();
  return (subject, ...rest) => {
    const last = known.get(subject);
    if (last && isSame(last.rest, rest)) return last.answer;
    const answer = work(subject, ...rest);
    known.set(subject, { rest, answer });
    return answer;
  };
}

function isSame(before: readonly unknown[], now: readonly unknown[]): boolean {
  if (before.length !== now.length) return false;
  for (let index = 0; index < now.length; index += 1) {
    if (before[index] !== now[index]) return false;
  }
  return true;
}

/** The same for texts and numbers, which nothing lets go of by itself: after so many answers it forgets all. */
export function rememberSome<Subject extends string | number, Answer>(
  most: number,
  work: (subject: Subject) => Answer,
): (subject: Subject) => Answer {
  const known = new Map<Subject, Answer>();
  return (subject) => {
    const kept = known.get(subject);
    if (kept !== undefined) return kept;
    const answer = work(subject);
    if (known.size >= most) known.clear();
    known.set(subject, answer);
    return answer;
  };
}

/** What a map has for a key, made once. */
export function keep<Key, Made>(known: Map<Key, Made>, key: Key, make: () => Made): Made {
  const kept = known.get(key);
  if (kept !== undefined) return kept;
  const made = make();
  known.set(key, made);
  return made;
}

/** Made at its first use: the first `Intl.Segmenter` takes several milliseconds, and not every event needs one. */
export function atFirstUse<Made extends object>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
