-- Arguments after `--`: content type and body of a post. Prints the result as one line of JSON.
function init(args)
  if #args >= 2 then
    wrk.method = "POST"
    wrk.headers["Content-Type"] = args[1]
    wrk.body = args[2]
  end
end

function done(summary)
  local errors = summary.errors
  print(string.format('{"requests":%d,"microseconds":%d,"failures":%d}', summary.requests,
    summary.duration, errors.connect + errors.read + errors.write + errors.status + errors.timeout))
end
