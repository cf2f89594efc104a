// The stylesheet that vite.config.ts makes from tokens.ts.
declare module 'virtual:tokens.css'
