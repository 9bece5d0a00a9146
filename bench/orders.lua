-- Sends the requests of a file, each once and in order, and writes down which orders were acknowledged.
-- BENCH_REQUESTS holds whole HTTP requests, each ended by byte 1; BENCH_RESULT gets the outcome as JSON, BENCH_ACKED the
-- acknowledged references; BENCH_RATE, when given, paces all connections together to so many requests per second.
local rate = tonumber(os.getenv('BENCH_RATE') or '')
local threads = {}

function setup(thread)
  table.insert(threads, thread)
end

function init()
  local file = assert(io.open(os.getenv('BENCH_REQUESTS'), 'rb'))
  requests = file:read('*a')
  file:close()
  at = 1
  latest = ''
  exhausted = 0
  acked = {}
  refusals = {}
end

function request()
  local stop = string.find(requests, '\1', at, true)
  if stop then
    latest = string.sub(requests, at, stop - 1)
    at = stop + 1
  else
    exhausted = exhausted + 1
  end
  return latest
end

function response(status, _, body)
  if status == 200 and string.find(body, '"success":true', 1, true) then
    acked[#acked + 1] = string.match(body, '"reffclient":"([^"]+)"')
  else
    local code = status .. ' ' .. (string.match(body, '"code":"([^"]+)"') or '')
    refusals[code] = (refusals[code] or 0) + 1
  end
end

if rate then
  local ffi = require('ffi')
  ffi.cdef('typedef struct { long sec; long nsec; } lapak_time; int clock_gettime(int clock, lapak_time *time);')
  local time = ffi.new('lapak_time')
  local due = 0

  -- Called by wrk before each request of a connection but its first.
  function delay()
    ffi.C.clock_gettime(1, time)
    local now = tonumber(time.sec) * 1000 + tonumber(time.nsec) / 1e6
    due = math.max(due + 1000 / rate, now - 5)
    return math.max(0, math.floor(due - now + 0.5))
  end
end

function done(summary, latency)
  local refused = {}
  local references = assert(io.open(os.getenv('BENCH_ACKED'), 'w'))
  local count = 0
  local ran_out = 0
  for _, thread in ipairs(threads) do
    local acked = thread:get('acked')
    count = count + #acked
    ran_out = ran_out + thread:get('exhausted')
    if #acked > 0 then references:write(table.concat(acked, '\n'), '\n') end
    for code, times in pairs(thread:get('refusals')) do
      table.insert(refused, string.format('%q:%d', code, times))
    end
  end
  references:close()
  local errors = summary.errors
  local result = assert(io.open(os.getenv('BENCH_RESULT'), 'w'))
  result:write(string.format(
    '{"accepted":%d,"exhausted":%d,"seconds":%f,"p50":%f,"p99":%f,"broken":%d,"refused":{%s}}',
    count, ran_out, summary.duration / 1e6, latency:percentile(50) / 1000, latency:percentile(99) / 1000,
    errors.connect + errors.read + errors.write + errors.timeout, table.concat(refused, ',')))
  result:close()
end
