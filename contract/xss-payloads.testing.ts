// Texts that have run scripts on other sites, and what a grammar makes of their parts: the same ones every time. Each
// calls `ran()`, which no page has unless a test puts it there.

/** As many different ones as asked for. */
export const payloads = (count: number, seed = 20_261_121): string[] => {
  const chance = createChance(seed)
  const made = new Set(known)
  while (made.size < count) made.add(grown(chance))
  return [...made].slice(0, count)
}

/** Where in an article's markdown it may stand: each in turn. */
export const inMarkdown = (payload: string, index: number, pictureId: string): string => {
  const line = payload.replaceAll('\n', ' ')
  const places = [
    payload,
    `Words ${line} words`,
    `![${line}](picture:${pictureId})`,
    `![x](picture:${pictureId} "${line}")`,
    `[${line}](/blog)`,
    `[x](${line})`,
    `[x](<${line}>)`,
    `[x](/blog "${line}")`,
    `| a | b |\n|---|---|\n| ${line} | x |`,
    `## ${line}`,
    `- ${line}\n- x`,
    `> ${line}`,
    `**${line}** *${line}*`,
    `\`${line}\``,
    `^[${line}]`,
    `[r${index}]\n\n[r${index}]: ${line}`,
    `<${line}>`,
    `https://x.example/${line}`,
  ]
  return places[index % places.length] ?? payload
}

const known = [
  `<script>ran()</script>`,
  `"><script>ran()</script>`,
  `</title><script>ran()</script>`,
  `</textarea><script>ran()</script>`,
  `</script><script>ran()</script>`,
  `--><script>ran()</script>`,
  `]]><script>ran()</script>`,
  `{{constructor.constructor('ran()')()}}`,
  '${ran()}',
  `<scr<script>ipt>ran()</scr</script>ipt>`,
  `<SCRIPT SRC=//x.example/x.js></SCRIPT>`,
  `<script/src=data:,ran()>`,
  `<script type=module>ran()</script>`,
  `<img src=x onerror=ran()>`,
  `<img src=x:x onerror\x0b=ran()>`,
  `<IMG """><SCRIPT>ran()</SCRIPT>">`,
  `<img/src/onerror=ran()>`,
  `<image src=x onerror=ran()>`,
  `<svg onload=ran()>`,
  `<svg><script>ran()</script></svg>`,
  `<svg><script xlink:href=data:,ran() />`,
  `<svg><a xlink:href="javascript:ran()"><text y=20>x</text></a></svg>`,
  `<svg><animate onbegin=ran() attributeName=x dur=1s>`,
  `<svg><set attributeName=href to=javascript:ran()>`,
  `<svg><use href="data:image/svg+xml,<svg id='x' xmlns='http://www.w3.org/2000/svg'><script>ran()</script></svg>#x"/>`,
  `<svg><foreignObject><iframe srcdoc="<script>parent.ran()</script>"></foreignObject></svg>`,
  `<svg><style><img src=x onerror=ran()></style></svg>`,
  `<svg></p><style><g title="</style><img src onerror=ran()>">`,
  `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=ran()&gt;">`,
  `<math><annotation-xml encoding="text/html"><style><img src=x onerror=ran()></style></annotation-xml></math>`,
  `<form><math><mtext></form><form><mglyph><style></math><img src onerror=ran()>`,
  `<math href="javascript:ran()">x</math>`,
  `<noscript><p title="</noscript><img src=x onerror=ran()>">`,
  `<xmp><p title="</xmp><img src=x onerror=ran()>">`,
  `<listing>&lt;img src=x onerror=ran()&gt;</listing>`,
  `<template><img src=x onerror=ran()></template>`,
  `<div><template shadowrootmode=open><script>ran()</script></template></div>`,
  `<iframe src="javascript:parent.ran()"></iframe>`,
  `<iframe srcdoc="&lt;script&gt;parent.ran()&lt;/script&gt;"></iframe>`,
  `<object data="javascript:ran()"></object>`,
  `<embed src="javascript:ran()">`,
  `<a href="javascript:ran()">x</a>`,
  `<a href="jav&#x09;ascript:ran()">x</a>`,
  `<a href=" &#14;  javascript:ran()">x</a>`,
  `<base href="javascript:ran()//">`,
  `<meta http-equiv=refresh content="0;url=javascript:ran()">`,
  `<link rel=stylesheet href="javascript:ran()">`,
  `<style>@import 'javascript:ran()';</style>`,
  `<div style="background:url(javascript:ran())">`,
  `<div style="width:expression(ran())">`,
  `<input autofocus onfocus=ran()>`,
  `<select autofocus onfocus=ran()>`,
  `<details open ontoggle=ran()>x</details>`,
  `<video><source onerror=ran()></video>`,
  `<audio src=x onerror=ran()>`,
  `<body onload=ran()>`,
  `<marquee onstart=ran()>x</marquee>`,
  `<button popovertarget=x>x</button><div popover id=x onbeforetoggle=ran()>x</div>`,
  `<form action="javascript:ran()"><button>x</button></form>`,
  `<button formaction="javascript:ran()">x</button>`,
  `<isindex type=image src=1 onerror=ran()>`,
  `<x contenteditable onblur=ran()>x</x>`,
  `<x style="animation:x 1s" onanimationstart=ran()></x>`,
  `<form id=x><input name=attributes></form>`,
  `<img name=getElementById>`,
  `<a id=defaultView></a>`,
  `[x](javascript:ran())`,
  `[x](JaVaScRiPt:ran())`,
  `[x](javascript&colon;ran())`,
  `[x](javascript&#58;ran())`,
  `[x](java\tscript:ran())`,
  `[x](\u0001javascript:ran())`,
  `[x](  javascript:ran())`,
  `[x](vbscript:ran())`,
  `[x](data:text/html;base64,PHNjcmlwdD5yYW4oKTwvc2NyaXB0Pg==)`,
  `[x](data:image/svg+xml,<svg onload=ran()>)`,
  `[x](//x.example "onmouseover=ran()")`,
  `[x]: javascript:ran()`,
  `![x](javascript:ran())`,
  `![x](x"onerror="ran())`,
  `![x"onerror="ran()](x)`,
  `![x](https://x.example/x.png "a\\" onerror=\\"ran()")`,
  `<javascript:ran()>`,
  `<https://x.example/"onmouseover="ran()>`,
  `\`<script>ran()</script>`,
  `[<script>ran()</script>](x)`,
  `[x](<javascript:ran()>)`,
  `**<img src=x onerror=ran()>**`,
  `| <img src=x onerror=ran()> |`,
  `[^x]: <img src=x onerror=ran()>`,
  `![][javascript:ran()]`,
  `<!-- --><img src=x onerror=ran()>`,
  `<!--><img src=x onerror=ran()>-->`,
  `<?xml-stylesheet href="javascript:ran()"?>`,
  `<![CDATA[<img src=x onerror=ran()>]]>`,
  `\u2028<script>ran()</script>`,
  `\ufeff<img src=x onerror=ran()>`,
  `﹤script﹥ran()﹤/script﹥`,
  `＜img src=x onerror=ran()＞`,
]

const elements =
  'img svg math iframe object embed video audio input details body a button form select textarea style link base meta marquee x table td image input keygen dialog source track portal frameset'.split(
    ' ',
  )
const events =
  'onerror onload onfocus onmouseover onclick ontoggle onbegin onstart onpointerenter onanimationstart ontransitionend onbeforetoggle onscrollend onwheel onhashchange onpageshow onauxclick oncut'.split(
    ' ',
  )
const calls = [
  'ran()',
  'ran`1`',
  'window.ran()',
  'top["ran"]()',
  'self[`ra`+`n`]()',
  'eval("ran()")',
  'setTimeout(ran)',
  'Function("ran()")()',
  '[1].map(ran)',
  'import(`data:text/javascript,ran()`)',
  'ran&lpar;&rpar;',
  '&#114;an()',
  '\\u0072an()',
  '(0,eval)(atob("cmFuKCk="))',
]
const schemes = [
  'javascript:',
  'JAVASCRIPT:',
  'jAvAsCrIpT:',
  'java&#115;cript:',
  'java&Tab;script:',
  'java&NewLine;script:',
  'java\tscript:',
  '&#x6A;avascript:',
  'javascript&colon;',
  '\u0000javascript:',
  ' javascript:',
  'vbscript:',
  'data:text/html,<script>',
  'data:application/xhtml+xml,<x:script xmlns:x="http://www.w3.org/1999/xhtml">',
  'blob:',
  'view-source:javascript:',
  'feed:javascript:',
]
const attributes = 'href src action formaction data xlink:href srcdoc poster background to values style srcset'.split(
  ' ',
)
const gaps = [' ', '/', '\t', ' /', '  ', '\f', '/ /', '\u00a0']
const quotes = ['"', "'", '', '`']
const breaks = [
  '',
  '"',
  "'",
  '>',
  '">',
  "'>",
  '</p>',
  '</code>',
  '</style>',
  '-->',
  ']',
  ')',
  '](',
  '`',
  '</svg>',
  '</math>',
]
const nests = [
  (inside: string) => inside,
  (inside: string) => `<svg>${inside}</svg>`,
  (inside: string) => `<math><mtext>${inside}</mtext></math>`,
  (inside: string) => `<svg><foreignObject>${inside}</foreignObject></svg>`,
  (inside: string) => `<noscript>${inside}</noscript>`,
  (inside: string) => `<style>${inside}</style>`,
  (inside: string) => `<p title='${inside}'>`,
  (inside: string) => `<!--${inside}-->`,
  (inside: string) => `<select><option>${inside}</select>`,
  (inside: string) => `<table>${inside}</table>`,
  (inside: string) => `<a title="${inside}">x</a>`,
  (inside: string) => `[${inside}](x)`,
  (inside: string) => `[x](${inside})`,
  (inside: string) => `![${inside}](x)`,
  (inside: string) => `**${inside}**`,
  (inside: string) => inside.replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  (inside: string) => inside.replaceAll('<', '%3C').replaceAll('>', '%3E'),
  (inside: string) => inside.replaceAll('<', '<\\'),
  (inside: string) => inside.replaceAll('<', '<<'),
]

interface Chance {
  of: <T>(all: readonly [T, ...T[]] | readonly T[]) => T
}

const grown = (chance: Chance): string => {
  const quote = chance.of(quotes)
  const gap = chance.of(gaps)
  const open = `<${chance.of(elements)}`
  const core = chance.of([
    () => `${open}${gap}${chance.of(events)}=${quote}${chance.of(calls)}${quote}>`,
    () =>
      `${open}${gap}src=x${gap}${chance.of(events)}${chance.of(['=', ' = ', '\n='])}${quote}${chance.of(calls)}${quote}`,
    () => `${open}${gap}${chance.of(attributes)}=${quote}${chance.of(schemes)}${chance.of(calls)}${quote}>x`,
    () => `[x](${chance.of(schemes)}${chance.of(calls)})`,
    () => `<script${gap}>${chance.of(calls)}</script${gap}>`,
    () => `${chance.of(breaks)}${chance.of(events)}=${chance.of(calls)}${gap}`,
  ])()
  return chance.of(breaks) + chance.of(nests)(core)
}

// mulberry32
const createChance = (seed: number): Chance => {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    of: (all) => {
      const chosen = all[Math.floor(next() * all.length)]
      if (chosen === undefined) throw new Error('There is nothing to choose from')
      return chosen
    },
  }
}
