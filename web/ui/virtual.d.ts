// What build-plugins.ts makes: the stylesheet out of tokens.ts, and the paths of the route tables.
declare module 'virtual:tokens.css'
declare module 'virtual:paths' {
  /** Of both tables, without those that have parameters. */
  export const paths: readonly string[]
  /** Of public pages, likewise. */
  export const publicPaths: readonly string[]
  /** Of the application's table, as the router writes them. */
  export const applicationPaths: readonly string[]
}
