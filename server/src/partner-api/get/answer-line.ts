import { readGetQuery } from '@lapak/contract/partner-api/get'
import type { ResultCodeId } from '@lapak/contract/shared/result-codes'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { withCode } from './messages.ts'

/** A line as it leaves: its result code in a header, and at its end for software that asked for it. */
export function answerLine(line: string, rc: ResultCodeId, { request, reply }: { request: FastifyRequest; reply: FastifyReply }): string {
  reply.header('x-result-code', rc)
  return readGetQuery(request.query).format === 'rc' ? withCode(line, rc) : line
}
