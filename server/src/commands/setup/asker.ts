import { createInterface, type Interface } from 'node:readline/promises'
import type { z } from 'zod'

/** Asks a person, again after an answer that does not fit. Null for an empty answer, at the end of the input, and where nobody is asked. */
export interface Asker {
  ask<Value>(question: string, schema: z.ZodType<Value>): Promise<Value | null>
  choose<Choice extends string>(question: string, choices: readonly Choice[]): Promise<Choice | null>
  close(): void
}

export const silentAsker: Asker = {
  ask: () => Promise.resolve(null),
  choose: () => Promise.resolve(null),
  close: () => undefined,
}

/** Questions go to standard error, so that the output stays readable for programs. */
export function createAsker(input: NodeJS.ReadableStream = process.stdin, output: NodeJS.WritableStream = process.stderr): Asker {
  const lines = createInterface({ input, output, terminal: false })
  const next = readerOf(lines)

  async function ask<Value>(question: string, schema: z.ZodType<Value>): Promise<Value | null> {
    for (;;) {
      output.write(`${question}: `)
      const line = (await next())?.trim() ?? ''
      if (line === '') return null
      const read = schema.safeParse(line)
      if (read.success) return read.data
      output.write(`  ${line} ${read.error.issues[0]?.message ?? 'does not fit'}\n`)
    }
  }

  return {
    ask,
    async choose(question, choices) {
      for (;;) {
        output.write(`${question} [${choices.join(', ')}]: `)
        const line = (await next())?.trim().toUpperCase() ?? ''
        if (line === '') return null
        const chosen = choices.find((choice) => choice.toUpperCase() === line)
        if (chosen !== undefined) return chosen
        output.write(`  choose one of ${choices.join(', ')}\n`)
      }
    },
    close: () => lines.close(),
  }
}

/** Reads line by line; undefined at the end. `question` of Node would wait for ever there, and lose lines that come at once. */
function readerOf(lines: Interface): () => Promise<string | undefined> {
  const iterator = lines[Symbol.asyncIterator]()
  return async () => {
    const { value, done } = await iterator.next()
    return done ? undefined : value
  }
}
