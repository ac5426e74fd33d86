/** esbuild writes these files into the bundle as text. */
declare module '*.md' {
  const text: string;
  export default text;
}
declare module '*.yml' {
  const text: string;
  export default text;
}
