/** The answer of the call; null if it fails with one of these errors of the SDK. */
export async function unless<Answer>(
  errors: readonly string[],
  call: Promise<Answer>,
): Promise<Answer | null> {
  try {
    return await call;
  } catch (error) {
    if (errors.includes((error as Error).name)) return null;
    throw error;
  }
}
