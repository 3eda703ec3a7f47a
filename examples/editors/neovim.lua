-- cardroom's scripts in Neovim 0.7 or later. Put this into init.lua, or start with: nvim -u examples/editors/neovim.lua FILE.star
vim.api.nvim_create_autocmd({ "BufReadPost", "BufNewFile" }, {
  pattern = "*.star",
  callback = function()
    local buffer = vim.api.nvim_get_current_buf()
    vim.bo[buffer].filetype = "starlark"
    local folder = vim.fn.fnamemodify(vim.api.nvim_buf_get_name(buffer), ":p:h")
    local config = { name = "cardroom", cmd = { "cardroom", "lsp" }, root_dir = folder }
    if vim.lsp.start then
      vim.lsp.start(config)
    else -- 0.7
      vim.lsp.buf_attach_client(buffer, vim.lsp.start_client(config))
    end
  end,
})
