/*
 * Removes from the contract what the web app does not read. Properties of a call that only the server uses (descriptions, parameters, bodies, errors)
 * are removed, and so are schemas that are no longer referenced: contract modules contain only declarations, so unused declarations can be dropped.
 * `zod` is replaced by the small implementation in src/lib/zod.
 */
import { join } from 'node:path'
import type { ESTree, Plugin } from 'vite'

const smallZod = join(import.meta.dirname, '../src/lib/zod/index.ts')

/** The properties of a call that `lib/api.ts` reads, and `query`, with which `lib/use-list.ts` parses the URL of a list. */
const read = ['access', 'file', 'data', 'done', 'query']

interface Edit {
  from: number
  to: number
  text: string
}

export function leanContract(): Plugin {
  return {
    name: 'lean-contract',
    enforce: 'pre',
    resolveId: { filter: { id: /^zod$/ }, handler: () => smallZod },
    transform: {
      filter: { id: /\/contract\/src\/[\w./-]+\.ts$/ },
      handler(code) {
        const { body } = this.parse(code, { lang: 'ts' })
        const edits = body.flatMap((statement) => declarationsOf(statement).flatMap(({ init }) => (init ? editsOf(init, code) : [])))
        return { code: edited(code, edits), map: null }
      },
    },
  }
}

function declarationsOf(statement: ESTree.Statement | ESTree.ModuleDeclaration): ESTree.VariableDeclarator[] {
  const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
  return declaration?.type === 'VariableDeclaration' ? declaration.declarations : []
}

function editsOf(init: ESTree.Expression, code: string): Edit[] {
  const calls = callsIn(init)
  if (calls.length === 0) return []
  return [
    { from: init.start, to: init.start, text: '/* @__PURE__ */ (() => (' },
    ...calls.flatMap((call) => leanShape(call, code)),
    { from: init.end, to: init.end, text: '))()' },
  ]
}

/**
 * Removes the unused properties from `call('GET', '/path', { … })`. The query schema is kept for GET calls only; the queries of other calls are
 * checked by TypeScript alone.
 */
function leanShape({ callee, arguments: [method, , shape] }: ESTree.CallExpression, code: string): Edit[] {
  if (callee.type !== 'Identifier' || callee.name !== 'call' || shape?.type !== 'ObjectExpression') return []
  const isRead = method?.type === 'Literal' && method.value === 'GET' ? read : read.filter((name) => name !== 'query')
  const kept = shape.properties.filter((one) => one.type !== 'Property' || (one.key.type === 'Identifier' && isRead.includes(one.key.name)))
  return [{ from: shape.start, to: shape.end, text: `{${kept.map(({ start, end }) => code.slice(start, end)).join(',')}}` }]
}

function callsIn(node: unknown): ESTree.CallExpression[] {
  if (Array.isArray(node)) return node.flatMap(callsIn)
  if (typeof node !== 'object' || node === null) return []
  const inside = Object.values(node).flatMap(callsIn)
  return (node as ESTree.Node).type === 'CallExpression' ? [node as ESTree.CallExpression, ...inside] : inside
}

const edited = (code: string, edits: Edit[]): string =>
  edits
    .toSorted((one, other) => other.from - one.from)
    .reduce((text, { from, to, text: put }) => text.slice(0, from) + put + text.slice(to), code)
