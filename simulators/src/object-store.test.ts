import { describe, expect, test } from 'vitest'
import { whyRefused } from './object-store.ts'

/** The first example of "Signature Calculations for the Authorization Header" in Amazon's S3 API reference. */
const published = {
  key: 'AKIAIOSFODNN7EXAMPLE',
  secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
  at: new Date('2013-05-24T00:00:00Z'),
  request: {
    method: 'GET',
    url: '/test.txt',
    headers: {
      host: 'examplebucket.s3.amazonaws.com',
      range: 'bytes=0-9',
      'x-amz-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      'x-amz-date': '20130524T000000Z',
      authorization:
        'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,' +
        'SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,' +
        'Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    },
  },
}

describe('the signature check', () => {
  const none = Buffer.alloc(0)

  test('accepts the published example, and refuses any other signature', () => {
    const { request, at } = published
    expect(whyRefused(request, none, published, at)).toBeNull()
    expect(whyRefused({ ...request, url: '/test2.txt' }, none, published, at)).toBe('SignatureDoesNotMatch')
    expect(whyRefused({ ...request, method: 'DELETE' }, none, published, at)).toBe('SignatureDoesNotMatch')
    expect(whyRefused(request, none, { ...published, secret: 'another' }, at)).toBe('SignatureDoesNotMatch')
    expect(whyRefused(request, Buffer.from('other bytes'), published, at)).toBe('XAmzContentSHA256Mismatch')
    expect(whyRefused(request, none, { ...published, region: 'eu-west-1' }, at)).toBe('InvalidAccessKeyId')
    expect(whyRefused(request, none, published, new Date('2013-05-24T00:16:00Z'))).toBe('RequestTimeTooSkewed')
    expect(whyRefused({ ...request, headers: { ...request.headers, authorization: '' } }, none, published, at)).toBe('AccessDenied')
    expect(whyRefused({ ...request, headers: { ...request.headers, 'x-amz-acl': 'public-read' } }, none, published, at)).toBe(
      'HeadersNotSigned',
    )
  })
})
