// What build.ts makes of offline.html and the tokens.
declare module 'virtual:offline-page' {
  const html: string
  export default html
}
