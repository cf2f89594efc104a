// Templates of devices in the shops; the subset is what their discovery needs.
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Undecodable } from './driver.ts'
import { compile } from './template.ts'

const render = (template: string, payload: unknown) => {
  const text = typeof payload === 'string' ? payload : JSON.stringify(payload)
  return compile(template)(text, () => JSON.parse(text))
}

describe('a template', () => {
  it.each([
    ['{{ value }}', 'ON', 'ON'],
    ['{{ value_json.contact }}', { contact: false }, 'False'],
    ['{{ value_json.temperature}}', { temperature: 23.2 }, '23.2'],
    ["{{ value_json['ANALOG'].Temperature }}", { ANALOG: { Temperature: 21 } }, '21'],
    ['{{ value_json.list[1]["a"] }}', { list: [0, { a: 'x' }] }, 'x'],
    ['{{ value_json.missing }}', {}, ''],
    ['{{ value_json.missing.deeper }}', {}, ''],
    ["{{ value_json.x | default('OFF') }}", {}, 'OFF'],
    ['{{ value_json.x | d(0) }}', { x: 7 }, '7'],
    ['{{ value_json.nothing }}', { nothing: null }, 'None'],
    ['{{ value | int }}', '41.9', '41'],
    ['{{ value | float }}', '41.90', '41.9'],
    ['{{ value | float(0) }}', 'n/a', '0'],
    ['{{ value_json.t | float | round(1) }}', { t: '21.46' }, '21.5'],
    ['{{ value_json.t | round }}', { t: 21.46 }, '21'],
    ["{{ 'ON' if value_json.state == 'open' else 'OFF' }}", { state: 'open' }, 'ON'],
    ["{{ 'ON' if value_json.p > 10.5 and not value_json.mute else 'OFF' }}", { p: 11, mute: true }, 'OFF'],
    ['{% if value_json.output is true %}on{%else%}off{%endif%}', { output: true }, 'on'],
    ["{%- if value == '1' -%} ON {%- elif value == '2' -%} HALF {%- else -%} OFF {%- endif -%}", '2', 'HALF'],
    ['{% if value_json.a is defined %}{{ value_json.a }}{% endif %}', { b: 1 }, ''],
    ['{# Tasmota #}{{ value_json.POWER }}', { POWER: 'ON' }, 'ON'],
    ['{% if (value_json.a or value_json.b) and value_json.c != -1 %}yes{% endif %}', { a: 0, b: 'x', c: 2 }, 'yes'],
  ])('%s of %j is %j', (template, payload, expected) => {
    expect(render(template, payload)).toBe(expected)
  })

  it.each([
    '{{ states("light.x") }}',
    '{{ value_json.a + 1 }}',
    '{{ value_json.a * 100 / 255 }}',
    '{% set x = 1 %}{{ x }}',
    '{% for x in value_json %}{{ x }}{% endfor %}',
    '{{ value_json | tojson }}',
    "{{ value_json['a' ~ 'b'] }}",
    '{{ value_json[value] }}',
    '{{ value.upper() }}',
    "{{ '%0.1f'|format(value_json.x) }}",
    '{{ value_json.a',
    '{% if value %}x',
    '{% endif %}',
    '{{ }}',
    '{{ value_json. }}',
    `{{ ${'('.repeat(100)}value${')'.repeat(100)} }}`,
    `${'{% if value %}'.repeat(50)}${'{% endif %}'.repeat(50)}`,
    `{{ value }}${' '.repeat(2000)}`,
    '{{ constructor }}',
    '{{ value | constructor }}',
    '{{ value is toString }}',
  ])('%s is refused and shown', (template) => {
    expect(() => compile(template)).toThrow(Undecodable)
    expect(() => compile(template)).toThrow(template.slice(0, 30))
  })

  it.each([
    '{{ value_json.constructor }}',
    '{{ value_json.__proto__ }}',
    "{{ value_json['__proto__']['polluted'] }}",
    '{{ value_json.list.length }}',
    '{{ value_json.text.length }}',
    '{{ value.constructor }}',
    '{{ value_json.toString }}',
    '{{ value_json.list.constructor.constructor }}',
  ])('%s sees nothing but own fields', (template) => {
    expect(render(template, { list: [1], text: 'abc' })).toBe('')
  })

  it.each([
    ['{{ value_json }}', { a: 1 }],
    ['{{ value | int }}', 'n/a'],
    ['{{ value_json.a < value_json.b }}', { a: 1, b: 'x' }],
    ['{{ value_json.a | round(99) }}', { a: 1 }],
  ])('%s cannot be applied to %j, and says so', (template, payload) => {
    expect(() => render(template, payload)).toThrow(Undecodable)
  })

  it('of any spelling yields text or a refusal, and touches no prototype', () => {
    const piece = fc.constantFrom(
      ...'{{ }} {% %} {# #} {{- -%} value value_json . [ ] ( ) | int float round default == < 1 - 0.5 , é = ` ${'.split(
        ' ',
      ),
      ...' if , elif , else , endif , is , not , and , or , defined ,__proto__,constructor,prototype'.split(','),
      ...'\'a\'|"__proto__"|\\|\0|\ud800'.split('|'),
    )
    const template = fc
      .array(fc.oneof({ weight: 9, arbitrary: piece }, fc.string()), { maxLength: 25 })
      .map((list) => list.join(''))
    const wrapped = fc.oneof(
      template,
      template.map((inner) => `{{ ${inner} }}`),
      template.map((inner) => `{% if ${inner} %}1{% endif %}`),
    )
    fc.assert(
      fc.property(wrapped, fc.jsonValue(), (source, json) => {
        try {
          return typeof compile(source)(JSON.stringify(json), () => json) === 'string'
        } catch (error) {
          return error instanceof Undecodable
        }
      }),
      { numRuns: 10_000 },
    )
    expect(Object.keys(Object.prototype)).toEqual([])
  }, 60_000)
})
