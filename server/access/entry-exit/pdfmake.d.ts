// What is used of pdfmake: its own types bring the whole browser along.
declare module 'pdfmake' {
  interface Made {
    readonly getBuffer: () => Promise<Buffer>
  }
  const pdfmake: {
    readonly setUrlAccessPolicy: (allowed: (url: string) => boolean) => void
    readonly setLocalAccessPolicy: (allowed: (path: string) => boolean) => void
    readonly setFonts: (
      fonts: Readonly<Record<string, Readonly<Record<'normal' | 'bold' | 'italics' | 'bolditalics', string>>>>,
    ) => void
    readonly createPdf: (document: object) => Made
  }
  export default pdfmake
}
