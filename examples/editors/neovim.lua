-- cardroom's scripts in Neovim 0.7 or later. Put this into init.lua, or start with: nvim -u examples/editors/neovim.lua FILE.star
-- K explains, gd goes to the definition, ^X^O completes; \d does what the words above a game or a test say, \r renames, \f formats.
local function attached(_, buffer)
  local function key(keys, action)
    vim.keymap.set("n", keys, action, { buffer = buffer })
  end
  vim.bo[buffer].omnifunc = "v:lua.vim.lsp.omnifunc"
  key("K", vim.lsp.buf.hover)
  key("gd", vim.lsp.buf.definition)
  key("\\d", vim.lsp.codelens.run)
  key("\\r", vim.lsp.buf.rename)
  key("\\f", vim.lsp.buf.format or vim.lsp.buf.formatting)
  vim.api.nvim_create_autocmd({ "BufEnter", "CursorHold", "InsertLeave" }, { buffer = buffer, callback = vim.lsp.codelens.refresh })
  vim.lsp.codelens.refresh()
end

vim.api.nvim_create_autocmd({ "BufReadPost", "BufNewFile" }, {
  pattern = "*.star",
  callback = function()
    local buffer = vim.api.nvim_get_current_buf()
    vim.bo[buffer].filetype = "starlark"
    local folder = vim.fn.fnamemodify(vim.api.nvim_buf_get_name(buffer), ":p:h")
    local config = { name = "cardroom", cmd = { "cardroom", "lsp" }, root_dir = folder, on_attach = attached }
    if vim.lsp.start then
      vim.lsp.start(config)
    else -- 0.7 has no such function, and no colors from a server
      vim.bo[buffer].syntax = "python"
      vim.lsp.buf_attach_client(buffer, vim.lsp.start_client(config))
    end
  end,
})

-- With nvim-dap (a folder: nvim --cmd "set rtp+=FOLDER" -u …) the debugger too: :DapToggleBreakpoint, :DapContinue; \s goes to the next
-- decision, the next street or the end of the hand.
local found, dap = pcall(require, "dap")
if found then
  dap.adapters.cardroom = { type = "executable", command = "cardroom", args = { "dap" } }
  dap.configurations.starlark = {
    { type = "cardroom", request = "launch", name = "a hand of this script", game = "${file}", stopOnEntry = true },
    { type = "cardroom", request = "launch", name = "the tests of this script", test = "${file}" },
  }
  vim.keymap.set("n", "\\s", function()
    dap.step_into({ askForTargets = true })
  end)
end
