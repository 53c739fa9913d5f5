-- Arguments after `--`: content type and body of a post; a third one makes each post another visitor's, with its own
-- address and key, and is the seed of those. Prints the result as one line of JSON.
function init(args)
  if #args >= 2 then
    wrk.method = "POST"
    wrk.headers["Content-Type"] = args[1]
    wrk.body = args[2]
  end
  if #args >= 3 then
    math.randomseed(tonumber(args[3]))
    local part = function(most) return math.random(0, most) end
    request = function()
      wrk.headers["X-Forwarded-For"] = string.format("10.%d.%d.%d", part(255), part(255), part(255))
      wrk.headers["Idempotency-Key"] = string.format("%04x%04x-%04x-%04x-%04x-%04x%04x%04x", part(65535), part(65535),
        part(65535), part(65535), part(65535), part(65535), part(65535), part(65535))
      return wrk.format()
    end
  end
end

function done(summary, latency)
  local errors = summary.errors
  print(string.format('{"requests":%d,"microseconds":%d,"failures":%d,"p50":%d,"p99":%d}', summary.requests,
    summary.duration, errors.connect + errors.read + errors.write + errors.status + errors.timeout,
    latency:percentile(50), latency:percentile(99)))
end
